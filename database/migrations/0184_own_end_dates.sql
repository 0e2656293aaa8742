-- An end date of its own beside the periods: valid_to is the truth, and validity_period says how it was chosen.
alter table public.credentials
  drop constraint credentials_validity_period,
  add constraint credentials_validity_period
    check (validity_period in ('1_day', '1_week', '1_month', '3_months', '6_months', '12_months', 'custom')),
  add constraint credentials_own_end check (validity_period <> 'custom' or valid_to is not null);
