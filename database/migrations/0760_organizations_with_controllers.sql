-- An organisation that has controllers is not deleted: taking its access is an act of its own, not the side effect of another.
alter table public.organization_controllers
  drop constraint organization_controllers_organization_id_fkey,
  add constraint organization_controllers_organization_id_fkey foreign key (organization_id) references public.organizations (id);
