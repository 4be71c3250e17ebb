import type { FeedItem } from '@thirty/contracts/api/community/community.ts'
import { formatScore } from '../format/format-score.ts'
import { t } from './messages/t.ts'

/** Returns what the person did, such as "submitted Day 3", to be read after the name. */
export function formatActivity(item: FeedItem): string {
  switch (item.what) {
    case 'submitted':
      return item.streak === undefined
        ? t('submitted', { day: item.project.day })
        : t('reachedStreak', { length: item.streak.length, day: item.project.day })
    case 'approved':
      return t('approved', { day: item.project.day })
    case 'rated':
      return t('rated', { score: formatScore(item.average), day: item.project.day })
    case 'commented':
      return t('commented')
    case 'completed':
      return t('completed', { day: item.day })
    case 'discussed':
      return t('discussed')
    case 'joined':
      return t('joined')
    case 'took-the-lead':
      return t('tookTheLead')
    case 'moved-up':
      return t('movedUp', { places: item.places, rank: item.rank })
  }
}
