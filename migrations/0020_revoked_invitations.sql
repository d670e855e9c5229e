-- NULL: the invitation was revoked. So the audit log says who revoked whose.
ALTER TABLE members ALTER COLUMN invited_at DROP NOT NULL;
