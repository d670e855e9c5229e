-- The changes of one transaction are one action in the log: an order's status, and the stock of its products.
ALTER TABLE audit_logs ADD COLUMN action_id bigint;
-- Set afterwards, so that existing rows have none: they are actions of their own.
ALTER TABLE audit_logs ALTER COLUMN action_id SET DEFAULT txid_current();
