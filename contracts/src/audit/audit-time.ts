/**
 * Returns a time (ISO) as sentences of the audit have it, which are exported, too: `2026-03-01 08:00 UTC`. Their texts have the
 * time itself as a value, so that a screen can show it in the form of its reader.
 */
export const formatAuditTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
