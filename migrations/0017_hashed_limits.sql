-- The keys are hashes from now on: until then they were networks, e-mail addresses and phones in clear.
TRUNCATE rate_limits;
