// The tab with the activity feed of the community, newest first: new activities wait until the user shows them. Its rows: how one looks and
// reads, which completed days are gathered into one, and what stands for them during the load.

import { ArrowUp, Heart, MessageCircle } from 'lucide-react'
import { Component, useRef } from 'react'
import type { FeedItem } from '@thirty/contracts/community/api.ts'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Skeleton } from '../../../shared/ui/feedback/states.tsx'
import { moveFocus } from '../../../shared/ui/move-focus.ts'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import { entryClasses, Figure, Entry, EntryOutline, EntryText } from '../entry.tsx'
import { People, useNameOf, type NameOf } from '../../../shared/people/people.tsx'
import { t, formatList, formatScore, formatNumber } from '../../../shared/i18n/t.ts'
import { Link, paths } from '../../../shared/navigation/router.ts'
import { StandingStrip } from '../../../shared/leaderboard/standing-strip.tsx'
import { feedItemId } from '../../../shared/people/feed-item-id.ts'
import { ProjectCardLink, Screenshot, ScreenshotFrame } from '../../../shared/projects/project-parts.tsx'
import { Card } from '../../../shared/ui/display/surfaces.tsx'
import { ChallengeDayBadge } from '../../../shared/challenge/challenge-marks.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-rows.tsx'
import { inSentence } from '../../../shared/i18n/locale.ts'
import { activityFeed, showArrivals } from './feed.ts'
import css from './feed-tab.module.css'
import words from '../../../shared/styles/words.module.css'

export const FeedTab = () => {
  const view = useLiveData(activityFeed)
  const { data: feed } = view
  const element = useRef<HTMLDivElement>(null)
  return (
    <div ref={element} className={css.feed}>
      <Arrivals
        list={() => element.current?.querySelector('ol')}
        count={feed?.arrivals.length ?? 0}
        hasMore={feed?.replacement !== undefined}
      />
      <People of={(feed?.items ?? []).map(({ person }) => person)}>
        <DataTable
          label={t('community.activityFeed')}
          rows={feed && gatherCompletions(feed.items)}
          view={view}
          failed={t('community.loadingFailed')}
          definition={feedRow}
          // New activities are held back by the bar above.
          holds="nothing"
          classes={entryClasses}
          outline={<FeedOutline />}
          cardHeight={200}
          paging={{ firstPageSize: 30, pageSize: 30 }}
          empty={{ title: t('community.noActivity'), text: t('community.activityAppearsHere') }}
        />
      </People>
    </div>
  )
}

type ArrivalsProps = {
  /** Returns the list of activities; none while it is empty. */
  list: () => HTMLElement | null | undefined
  count: number
  hasMore: boolean
}

/**
 * Offers the activities that arrived after the feed was loaded. The text that is being read stays in its place when the button appears
 * above it: browsers do that only where they have found something to hold on to. At the top of the page, the button moves the feed down, so
 * that it is seen. A class, because only classes can look at the page before React changes it.
 */
class Arrivals extends Component<ArrivalsProps> {
  override getSnapshotBeforeUpdate({ count }: ArrivalsProps): number | null {
    const appears = count === 0 && this.props.count > 0
    return appears && scrollY > 0 ? (this.#topOfList() ?? null) : null
  }

  override componentDidUpdate(_props: ArrivalsProps, _state: unknown, topBefore: number | null): void {
    if (topBefore === null) return
    const top = this.#topOfList()
    if (top !== undefined) scrollBy({ top: top - topBefore, behavior: 'instant' })
  }

  /** Where the list begins in the window, in px. */
  #topOfList(): number | undefined {
    return this.props.list()?.getBoundingClientRect().top
  }

  override render() {
    const { list, count, hasMore } = this.props
    if (count === 0) return null
    const show = () => {
      activityFeed.change(showArrivals)
      // The button disappears; the new activities begin the list.
      const shown = list()
      if (shown) moveFocus(shown)
    }
    return (
      <Button wide className={css.arrivals} icon={<ArrowUp />} onClick={show}>
        {hasMore ? t('community.showNewAndMore', { count }) : t('community.showNew', { count })}
      </Button>
    )
  }
}

const feedRow: RowDefinition<FeedRow> = {
  id: feedItemId,
  card: (item) => (
    <Entry person={item.person} at={item.at} what={<Sentence item={item} />}>
      {item.what === 'submitted' && item.streak && (
        <StandingStrip entry={{ name: item.person.name, days: item.streak.days }} size="l" table={false} />
      )}
      {item.what === 'commented' && <EntryText text={item.text} isQuote />}
      {'project' in item && <Project {...item.project} />}
      {item.what === 'discussed' && <Discussion {...item.discussion} />}
    </Entry>
  ),
}

const Sentence = ({ item }: { item: FeedRow }) => formatFeedRow(item, useNameOf())

/**
 * Stands for the activities while they are loading. On the first page of a visit, before-paint.js shows the first screenshot in its place
 * before the scripts run, because it is the largest part of the window.
 */
const FeedOutline = () => (
  <div role="status" className={`${entryClasses.list} ${css.outline}`}>
    <VisuallyHidden>{t('ui.loadingList', { list: inSentence(t('community.activityFeed')) })}</VisuallyHidden>
    <EntryOutline />
    <EntryOutline>
      <Card padding="none" className={css.project}>
        <span className={css.screenshot}>
          <ScreenshotFrame>
            <img data-first-screenshot="" alt={''} fetchPriority="high" />
          </ScreenshotFrame>
        </span>
        <div className={css.words}>
          <Skeleton width="60px" height="26px" />
          <Skeleton width="60%" height="22px" />
          <Skeleton height="40px" />
        </div>
      </Card>
    </EntryOutline>
  </div>
)

type ProjectProps = Extract<FeedItem, { what: 'submitted' }>['project']

const Project = ({ id, title, description, day, thumbnail, likes, comments }: ProjectProps) => (
  <>
    <Card padding="none" link className={css.project}>
      <Screenshot className={css.screenshot} project={{ projectName: title, thumbnailUrl: thumbnail }} />
      <div className={css.words}>
        <ChallengeDayBadge day={day} />
        <h2 className={css.title}>
          <ProjectCardLink projectId={id} name={title} />
        </h2>
        <p className={words.excerpt} dir="auto">
          {description}
        </p>
      </div>
    </Card>
    <p className={css.figures}>
      <Figure icon={Heart}>{t.rich('community.likes', { count: likes })}</Figure>
      <Figure icon={MessageCircle}>{t.rich('community.comments', { count: comments })}</Figure>
    </p>
  </>
)

type DiscussionProps = Extract<FeedItem, { what: 'discussed' }>['discussion']

const Discussion = ({ id, title, excerpt, replies }: DiscussionProps) => (
  <>
    <h2 className={css.question}>
      <Link to={paths.discussion(id)} className={css.questionLink} dir="auto">
        {title}
      </Link>
    </h2>
    <EntryText text={excerpt} />
    <p className={css.figures}>
      <Figure icon={MessageCircle}>{t.rich('community.replyCount', { count: replies })}</Figure>
    </p>
  </>
)

/** Returns what a row of the feed says after the name of its person: of gathered ones, who else or which days. */
export function formatFeedRow(row: FeedRow, nameOf: NameOf): string {
  const { gathered = [] } = row
  const [other] = gathered
  if (row.what !== 'completed' || other === undefined) return formatActivity(row)
  if (other.person.id === row.person.id) {
    const days = [row, ...gathered].map(({ day }) => day).toSorted((left, right) => left - right)
    return t('community.completedDays', { days: formatList(days.map((day) => formatNumber(day))) })
  }
  return gathered.length === 1
    ? t('community.completedByTwo', { name: nameOf(other.person), day: row.day })
    : t('community.completedByMore', { others: gathered.length, day: row.day })
}

/** Returns what the person did, such as "submitted Day 3", to be read after the name. */
function formatActivity(item: FeedItem): string {
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

type Completion = Extract<FeedItem, { what: 'completed' }>

/** An activity; of completed days that follow each other, the newest with those before it: several people or several days. */
type FeedRow = FeedItem & { gathered?: readonly Completion[] }

/** Gathers completed days, which have nothing to show, into one row: one day of all people, or all days of one person. */
export function gatherCompletions(items: readonly FeedItem[]): FeedRow[] {
  const rows: FeedRow[] = []
  for (const item of items) {
    const row = rows.at(-1)
    if (item.what === 'completed' && row?.what === 'completed' && belongsTo(row, item))
      rows[rows.length - 1] = { ...row, gathered: [...(row.gathered ?? []), item] }
    else rows.push(item)
  }
  return rows
}

function belongsTo({ gathered = [], ...first }: Completion & Pick<FeedRow, 'gathered'>, item: Completion) {
  const all = [first, ...gathered]
  return all.every(({ day }) => day === item.day) || all.every(({ person }) => person.id === item.person.id)
}
