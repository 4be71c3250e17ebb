import { formatNumber } from '../i18n/locale.ts'
import { t } from '../i18n/t.ts'

const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** Abbreviates a number above 99,999 ("164k", "1.2M"); returns undefined for smaller ones. */
export const abbreviateNumber = (value: number): string | undefined => {
  if (Math.abs(value) <= 99_999) return undefined
  if (Math.abs(value) < 999_500)
    return t('format.thousands', { count: formatNumber(Math.round(value / 1000)) })
  return t('format.millions', { count: formatNumber(value / 1_000_000, oneDecimal) })
}
