const key = 'thirty-participants'

/** How many take part: what the server says, else the last known number, else an estimate (decisions, section 1). */
export function formatParticipantCount(total: number): string {
  if (total > 0) {
    localStorage.setItem(key, String(total))
    return total.toLocaleString('en')
  }
  const last = Number(localStorage.getItem(key))
  return last > 0 ? last.toLocaleString('en') : '≈ 1,000'
}
