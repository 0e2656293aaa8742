-- The camera whose images may be asked for from the log, by its name at the LPR server. Null, as every gate begins: images are off.
-- As FRAME_SOURCE of contract/frame-source.ts.
alter table public.controllers
  add column frame_source text
    constraint controllers_frame_source check (frame_source is null or (device_type = 'axxon_lpr' and length(frame_source) <= 200
      and frame_source ~ '^[A-Za-z0-9_-]+([.][A-Za-z0-9_-]+)*/DeviceIpint[.][A-Za-z0-9_-]+/SourceEndpoint[.]video:[0-9]+:[0-9]+$'));
