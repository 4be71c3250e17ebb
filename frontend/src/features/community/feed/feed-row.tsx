import type { FeedItem } from '@thirty/contracts/api/community/community.ts'
import { Heart, MessageCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../../app/paths.ts'
import { useToday } from '../../../shared/challenge/current-day.ts'
import { formatActivity } from '../../../shared/people/format-activity.ts'
import { ProjectCardLink } from '../../../shared/projects/project-link.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { DayBadge } from '../../../shared/ui/display/day-badge.tsx'
import { Screenshot } from '../../../shared/ui/display/screenshot.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-types.ts'
import { Figure } from '../figure.tsx'
import { Entry, EntryText } from '../entry.tsx'
import css from './feed-row.module.css'

/** A row of the feed. */
export const feedRow: RowDefinition<FeedItem> = {
  id: (item) => item.position,
  columns: [],
  card: (item) => (
    <Entry person={item.person} at={item.at} what={formatActivity(item)}>
      <Content item={item} />
    </Entry>
  ),
}

const Content = ({ item }: { item: FeedItem }) => {
  switch (item.what) {
    case 'submitted':
    case 'approved':
    case 'rated':
      return <Project project={item.project} />
    case 'commented':
      return (
        <>
          <EntryText text={item.text} isQuote />
          <Project project={item.project} />
        </>
      )
    case 'discussed':
      return <Discussion discussion={item.discussion} />
    case 'completed':
    case 'joined':
      return null
  }
}

type ProjectProps = { project: Extract<FeedItem, { what: 'submitted' }>['project'] }

const Project = ({ project: { id, title, description, day, thumbnail, likes, comments } }: ProjectProps) => {
  const today = useToday()
  return (
    <>
      <Card padding="none" link className={css.project}>
        <span className={css.screenshot}>
          <Screenshot src={thumbnail} projectName={title} />
        </span>
        <div className={css.words}>
          <DayBadge day={day} today={day === today} />
          <h2 className={css.title}>
            <ProjectCardLink projectId={id} dir="auto">
              {title}
            </ProjectCardLink>
          </h2>
          <p className={css.description} dir="auto">
            {description}
          </p>
        </div>
      </Card>
      <p className={css.figures}>
        <Figure icon={Heart} count={likes} one="like" />
        <Figure icon={MessageCircle} count={comments} one="comment" />
      </p>
    </>
  )
}

type DiscussionProps = { discussion: Extract<FeedItem, { what: 'discussed' }>['discussion'] }

const Discussion = ({ discussion: { id, title, excerpt, replies } }: DiscussionProps) => (
  <>
    <h2 className={css.question}>
      <Link to={paths.discussion(id)} className={css.questionLink} dir="auto">
        {title}
      </Link>
    </h2>
    <EntryText text={excerpt} />
    <p className={css.figures}>
      <Figure icon={MessageCircle} count={replies} one="reply" many="replies" />
    </p>
  </>
)
