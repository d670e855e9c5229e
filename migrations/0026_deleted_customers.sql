-- Of an erased person also the customers that were deleted before are found in the audit log, by the name.
CREATE INDEX audit_logs_deleted_customers ON audit_logs ((old_data ->> 'name')) WHERE table_name = 'customers' AND operation = 'DELETE';
