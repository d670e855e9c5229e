-- Members: further persons of the shop beside the administrator, each with a role and credentials of their own.

CREATE TABLE members (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CONSTRAINT members_name_check CHECK (char_length(name) BETWEEN 1 AND 60),
  -- In lower case.
  email text NOT NULL CONSTRAINT members_email_key UNIQUE
    CONSTRAINT members_email_check CHECK (char_length(email) BETWEEN 3 AND 254 AND email = lower(email)),
  role text NOT NULL CONSTRAINT members_role_check CHECK (role IN ('equipe', 'consulta')),
  active boolean NOT NULL DEFAULT true,
  -- When the last invitation was made.
  invited_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER members_touch BEFORE UPDATE ON members FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER members_change AFTER INSERT OR UPDATE OR DELETE ON members
  FOR EACH ROW EXECUTE FUNCTION record_change('members');

-- Apart from `members`, whose rows are in the audit log. The columns are those of `administrator`.
CREATE TABLE member_credentials (
  id uuid PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
  email text NOT NULL,
  -- NULL until the invitation is accepted.
  password_hash text CONSTRAINT member_credentials_password_hash_check CHECK (password_hash LIKE '$argon2id$%'),
  password_changed_at timestamptz(3) NOT NULL,
  device_key text NOT NULL,
  totp_secret text,
  totp_offered_secret text,
  totp_last_step bigint NOT NULL DEFAULT 0,
  second_factor_since timestamptz(3),
  recovery_hashes jsonb NOT NULL DEFAULT '[]'
    CONSTRAINT member_credentials_recovery_check CHECK (is_text_list(recovery_hashes, 20)),
  -- SHA-256 of the invitation's token, in hex; NULL once it was used or revoked.
  invitation_hash text CONSTRAINT member_credentials_invitation_key UNIQUE
    CONSTRAINT member_credentials_invitation_check CHECK (invitation_hash ~ '^[0-9a-f]{64}$'),
  invitation_expires_at timestamptz(3),
  signed_in_at timestamptz(3),
  CONSTRAINT member_credentials_second_factor_check CHECK ((totp_secret IS NULL) = (second_factor_since IS NULL)),
  CONSTRAINT member_credentials_expiry_check CHECK ((invitation_hash IS NULL) = (invitation_expires_at IS NULL))
);

-- NULL: the administrator's.
ALTER TABLE sessions ADD COLUMN member_id uuid REFERENCES members (id) ON DELETE CASCADE;
CREATE INDEX sessions_by_member ON sessions (member_id) WHERE member_id IS NOT NULL;
