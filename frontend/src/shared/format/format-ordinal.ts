import { t } from './messages/t.ts'

/** Formats a rank: 1st, 2nd, 3rd, 11th. */
export const formatOrdinal = (place: number): string => t('ordinal', { place })
