-- What several processes of one shop share beside its rows.

-- Who did how often what lately, for the limits. Unlogged: after a crash of the database everybody starts at nothing.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY CHECK (char_length(key) <= 300),
  points integer NOT NULL,
  expire timestamptz(3)
);
