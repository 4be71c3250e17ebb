// What the user did last, newest first.

import type { FeedItem } from '@thirty/contracts/community/api.ts'
import type { ReactNode } from 'react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { formatScore } from '../../shared/format/format-score.ts'
import { feedItemId } from '../../shared/people/feed-item-id.ts'
import { ProjectLink } from '../../shared/projects/project-link.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './public-profile-screen.module.css'

export const ActivityCard = ({ activities }: { activities: readonly FeedItem[] }) => (
  <SectionCard title={t('publicProfile.recentActivity')} className={layout.stack16}>
    {activities.length === 0 ? (
      <p className={words.pale}>{t('publicProfile.noActivity')}</p>
    ) : (
      <ol className={css.activities} aria-label={t('publicProfile.recentActivity')}>
        {activities.map((item) => (
          <li key={feedItemId(item)} className={css.activity}>
            <p>
              <Activity item={item} />
            </p>
            <Time at={item.at} />
          </li>
        ))}
      </ol>
    )}
  </SectionCard>
)

/** A whole sentence without the person, whose profile it is. */
const Activity = ({ item }: { item: FeedItem }) => {
  const subject = () => subjectOf(item)
  switch (item.what) {
    case 'submitted': {
      const { day } = item.project
      return item.streak === undefined
        ? t.rich('publicProfile.activitySubmitted', { day, subject })
        : t.rich('publicProfile.activityStreak', { day, length: item.streak.length, subject })
    }
    case 'approved':
      return t.rich('publicProfile.activityApproved', { day: item.project.day, subject })
    case 'rated':
      return t.rich('publicProfile.activityRated', {
        day: item.project.day,
        score: formatScore(item.average),
        subject,
      })
    case 'commented':
      return t.rich('publicProfile.activityCommented', { subject })
    case 'discussed':
      return t.rich('publicProfile.activityDiscussed', { subject })
    case 'completed':
      return <span>{t('publicProfile.activityCompleted', { day: item.day })}</span>
    case 'joined':
      return <span>{t('publicProfile.activityJoined')}</span>
    case 'took-the-lead':
      return <span>{t('publicProfile.activityTookTheLead')}</span>
    case 'moved-up':
      return <span>{t('publicProfile.activityMovedUp', { places: item.places, rank: item.rank })}</span>
  }
}

/** Returns a link to what an activity is about. */
function subjectOf(item: FeedItem): ReactNode {
  if ('project' in item)
    return (
      <ProjectLink projectId={item.project.id} dir="auto">
        {item.project.title}
      </ProjectLink>
    )
  if ('discussion' in item)
    return (
      <Link to={paths.discussion(item.discussion.id)} dir="auto">
        {item.discussion.title}
      </Link>
    )
  return null
}
