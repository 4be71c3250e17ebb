import { formatNumber } from '../../shared/i18n/locale.ts'
import { deviceStorage } from '../../shared/storage/browser-storage.ts'

const key = 'thirty-participants'

/** Formats the number of participants: the server's, else the last known one, else an estimate (decisions, section 1). */
export function formatParticipantCount(total: number): string {
  if (total > 0) {
    deviceStorage.set(key, String(total))
    return formatNumber(total)
  }
  const lastKnown = Number(deviceStorage.get(key))
  return lastKnown > 0 ? formatNumber(lastKnown) : `≈ ${formatNumber(1_000)}`
}
