// The guides for a submission: the last parts of their addresses, their order and their titles. `features/guides` has their text.

import { t } from '../i18n/t.ts'

export type GuideId = (typeof guideIds)[number]

export const guideIds = ['live-link', 'repository', 'screenshot'] as const

export const guideTitles: Readonly<Record<GuideId, string>> = {
  'live-link': t('common.guideLiveLink'),
  repository: t('common.guideRepository'),
  screenshot: t('common.guideScreenshot'),
}
