import { formatNumber } from '../../shared/i18n/locale.ts'

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

/** Returns a number of stars with two decimals: "3.25". */
export const formatStars = (stars: number): string => formatNumber(stars, twoDecimals)

/** Returns a difference of stars with its sign: "+0.40". */
export const formatDifference = (stars: number): string =>
  formatNumber(stars, { ...twoDecimals, signDisplay: 'exceptZero' })
