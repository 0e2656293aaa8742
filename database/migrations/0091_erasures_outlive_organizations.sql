-- An erasure proves something of a person, not of the organisation: it must not keep an organisation from being removed.

alter table public.erasures
  alter column organization_id drop not null,
  drop constraint erasures_organization_id_fkey,
  add constraint erasures_organization_id_fkey foreign key (organization_id) references public.organizations (id) on delete set null;
