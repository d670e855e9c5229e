-- An erasure also finds the deleted customers of the person in the audit log, by their name.
CREATE INDEX audit_logs_deleted_customers ON audit_logs ((old_data ->> 'name')) WHERE table_name = 'customers' AND operation = 'DELETE';
