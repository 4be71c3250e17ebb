const key = 'thirty-participants'

/** Formats the number of participants: the server's, else the last known one, else an estimate (decisions, section 1). */
export function formatParticipantCount(total: number): string {
  if (total > 0) {
    localStorage.setItem(key, String(total))
    return total.toLocaleString('en')
  }
  const lastKnown = Number(localStorage.getItem(key))
  return lastKnown > 0 ? lastKnown.toLocaleString('en') : '≈ 1,000'
}
