-- An Axis output answers an opening with nothing. That the answer has no "Error" was true of any page as well.
update public.controllers set relay_request = jsonb_set(relay_request, '{success}', '{"kind": "empty"}')
where relay_request ->> 'preset' = 'axis_io' and relay_request -> 'success' = '{"kind": "absent", "text": "Error"}';
