-- Functions of triggers find tables and functions with any search path of the session: pg_dump's files and the processes of logical
-- replication set an empty one. What a trigger's function calls inherits its path, so that functions in SQL, which queries inline,
-- have no setting of their own.
DO $$
DECLARE
  of_a_trigger regprocedure;
BEGIN
  FOR of_a_trigger IN
    SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = public, pg_temp', of_a_trigger);
  END LOOP;
END $$;
