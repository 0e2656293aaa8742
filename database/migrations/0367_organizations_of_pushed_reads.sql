-- Reads that a plate camera pushed alone were logged without their organisation until now, so it did not see them.
update public.access_logs l set organization_id = c.organization_id
from public.credentials c
where c.id = l.credential_id and l.organization_id is null
  and (exists (select from public.organization_controllers o where o.organization_id = c.organization_id and o.controller_id = l.controller_id)
    or exists (select from public.controller_assignments a where a.credential_id = c.id and a.controller_id = l.controller_id));
