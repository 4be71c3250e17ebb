import { t } from '../i18n/t.ts'

/** Returns how many of the wanted ratings a project has, as text. */
export const formatRatingsOfWanted = (count: number, wanted: number): string =>
  count > wanted
    ? t('judging.ratingsAboveWanted', { count, wanted })
    : t('judging.ratingsOfWanted', { count, wanted })
