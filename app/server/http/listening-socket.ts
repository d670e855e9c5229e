/** The first descriptor that systemd passes. */
const firstFd = 3;

/**
 * The descriptor of a listening socket passed by systemd (sd_listen_fds(3)): it stays open while the shop restarts, and
 * connections wait in it. Without LISTEN_PID the launcher or the primary process passed it on. Child processes inherit
 * the variables without it.
 */
export function takeListeningSocket(
  variables: Record<string, string | undefined> = process.env,
): number | undefined {
  const { LISTEN_FDS = "0", LISTEN_PID } = variables;
  const isOwn = LISTEN_PID === undefined || Number(LISTEN_PID) === process.pid;
  delete variables.LISTEN_PID;
  if (isOwn && Number(LISTEN_FDS) >= 1) return firstFd;
  delete variables.LISTEN_FDS;
  return undefined;
}
