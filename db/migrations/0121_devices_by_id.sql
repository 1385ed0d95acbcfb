-- Whoever comes with a device that somebody is known to sign in with is not counted by the address that they share with others.
create index known_device_by_device on known_device (device_id);
