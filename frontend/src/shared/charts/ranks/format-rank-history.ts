import { t } from '../../i18n/t.ts'

/** Summarizes a rank history: "Maya, from place 3 to 1". */
export const formatRankHistory = (name: string, ranks: readonly (number | null)[]): string => {
  const knownRanks = ranks.filter((rank) => rank !== null)
  const first = knownRanks[0]
  const last = knownRanks.at(-1)
  if (first === undefined || last === undefined) return t('rankCharts.notRankedYet', { name })
  if (first === last) return t('rankCharts.place', { name, rank: last })
  return t('rankCharts.fromPlaceTo', { name, first, last })
}
