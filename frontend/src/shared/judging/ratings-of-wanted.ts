import { t } from './messages/t.ts'

/** Returns how many of the wanted ratings a project has, as text. */
export const formatRatingsOfWanted = (count: number, wanted: number): string =>
  count > wanted ? t('ratingsAboveWanted', { count, wanted }) : t('ratingsOfWanted', { count, wanted })
