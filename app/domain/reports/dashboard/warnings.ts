/** The result of copying or checking a backup; without `error` it succeeded. */
type BackupResult = { at: string; file: string; error?: string };

/** The state of disk and backups of the machine; times in milliseconds. */
export type OperationState = {
  freeBytes: number;
  isDiskFull: boolean;
  newestBackupAt?: number | undefined;
  copied?: BackupResult | undefined;
  checked?: BackupResult | undefined;
};

/** Below it the seller is warned: less than some weeks of orders, pictures and backups of a small shop. */
export const lowDiskBytes = 500 * 2 ** 20;
/** Backups are daily; one may fail. */
const maxBackupAgeMs = 3 * 86_400_000;

const shortDay = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** One sentence for each problem that the operator should look at. */
export function describeWarnings(state: OperationState, now: Date): string[] {
  const { freeBytes, isDiskFull, newestBackupAt = now.getTime(), copied, checked } = state;
  const warnings: string[] = [];
  if (isDiskFull) {
    warnings.push("O disco do servidor está cheio: pedidos e imagens não podem ser gravados.");
  } else if (freeBytes < lowDiskBytes) {
    const megabytes = Math.floor(freeBytes / 2 ** 20);
    warnings.push(`Restam só ${megabytes} MB no disco do servidor. Libere espaço.`);
  }
  if (now.getTime() - newestBackupAt > maxBackupAgeMs) {
    warnings.push(
      `O último backup é de ${shortDay.format(newestBackupAt)}. O registro do servidor diz por quê.`,
    );
  }
  if (checked?.error !== undefined) {
    warnings.push(
      `O backup de ${shortDay.format(Date.parse(checked.at))} não pôde ser recuperado no teste semanal.`,
    );
  }
  if (copied?.error !== undefined) {
    warnings.push(
      `O backup de ${shortDay.format(Date.parse(copied.at))} não foi copiado para fora do servidor.`,
    );
  }
  return warnings;
}
