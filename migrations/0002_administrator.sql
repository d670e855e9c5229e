-- The one administrator's credentials, and the tokens by which programs act in their name.

CREATE TABLE administrator (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  single_row boolean NOT NULL DEFAULT true UNIQUE CHECK (single_row),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 320),
  -- argon2id, as a PHC string.
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  -- The same of the password that the environment gave last: another one there takes effect, the same one does not
  -- undo a change made since.
  given_password_hash text CHECK (given_password_hash LIKE '$argon2id$%'),
  -- Signs the cookies by which browsers that have signed in before are told from strangers.
  device_key text NOT NULL,
  totp_secret text,
  -- Shown to the administrator, not yet confirmed by a code.
  totp_offered_secret text,
  -- The last time step whose code was accepted: a code counts once.
  totp_last_step bigint NOT NULL DEFAULT 0,
  second_factor_since timestamptz(3),
  -- SHA-256 of each recovery code not used yet.
  recovery_hashes jsonb NOT NULL DEFAULT '[]' CHECK (is_text_list(recovery_hashes, 20)),
  password_changed_at timestamptz(3) NOT NULL,
  CHECK ((totp_secret IS NULL) = (second_factor_since IS NULL))
);

CREATE TABLE api_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the token, in hex.
  token_hash text NOT NULL UNIQUE,
  -- Its last characters, by which a person recognises it.
  ending text NOT NULL CHECK (char_length(ending) = 4),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  scope text NOT NULL CHECK (scope IN ('read', 'write')),
  email text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE INDEX api_tokens_newest ON api_tokens (created_at DESC, id);

-- What the list of open sessions says of each.
ALTER TABLE sessions
  ADD COLUMN user_agent text CHECK (char_length(user_agent) <= 500),
  ADD COLUMN address text CHECK (char_length(address) <= 100);
