import { formatNumber } from '../i18n/locale.ts'

/** Formats a rating from 0 to 5 with one decimal: "4.2". */
export const formatScore = (value: number): string =>
  formatNumber(Number(value.toFixed(1)), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
