import type { FeedItem } from '@thirty/contracts/api/community/community.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { feedItemId } from '../../shared/people/feed-item-id.ts'
import { formatActivity } from '../../shared/people/format-activity.ts'
import { ProjectLink } from '../../shared/projects/project-link.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { t } from './messages/t.ts'
import css from './public-profile-screen.module.css'

/** What the user did last, newest first. */
export const ActivityCard = ({ activities }: { activities: readonly FeedItem[] }) => (
  <Card as="section" padding="large" className={css.card}>
    <CardTitle>{t('recentActivity')}</CardTitle>
    {activities.length === 0 ? (
      <p className={css.none}>{t('noActivity')}</p>
    ) : (
      <ol className={css.activities} aria-label={t('recentActivity')}>
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
  </Card>
)

const Activity = ({ item }: { item: FeedItem }) => {
  const what = () => <span className={css.what}>{formatActivity(item)}</span>
  const subject = subjectOf(item)
  return subject === null ? what() : t.rich('activityAbout', { what, subject: () => subject })
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
