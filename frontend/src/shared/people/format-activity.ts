import type { FeedItem } from '@thirty/contracts/community/api.ts'
import { formatScore } from '../format/format-score.ts'
import { t } from '../i18n/t.ts'

/** Returns what the person did, such as "submitted Day 3", to be read after the name. */
export function formatActivity(item: FeedItem): string {
  switch (item.what) {
    case 'submitted':
      return item.streak === undefined
        ? t('people.submitted', { day: item.project.day })
        : t('people.reachedStreak', { length: item.streak.length, day: item.project.day })
    case 'approved':
      return t('people.approved', { day: item.project.day })
    case 'rated':
      return t('people.rated', { score: formatScore(item.average), day: item.project.day })
    case 'commented':
      return t('people.commented')
    case 'completed':
      return t('people.completed', { day: item.day })
    case 'discussed':
      return t('people.discussed')
    case 'joined':
      return t('people.joined')
    case 'took-the-lead':
      return t('people.tookTheLead')
    case 'moved-up':
      return t('people.movedUp', { places: item.places, rank: item.rank })
  }
}
