// The column beside the tabs of the community: the top contributors and the popular submissions.

import type { CommunityResponse } from '@thirty/contracts/community/api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { Eye, Heart } from 'lucide-react'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn, useLiveData } from '../../shared/live/live-data.ts'
import { ProjectCardLink } from '../../shared/projects/project-link.tsx'
import { Card, SectionCard } from '../../shared/ui/display/card.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/states.tsx'
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx'
import { Figure, hidden } from './entry.tsx'
import { distinctNames } from '../../shared/people/people.tsx'
import { t } from '../../shared/i18n/t.ts'
import person from './person.module.css'
import { PersonWithHandle } from './person.tsx'
import layout from '../../shared/styles/layout.module.css'
import css from './overview-rail.module.css'

type Overview = CommunityResponse['data']

/** The top contributors and the popular submissions. Live messages have no figures, so an activity loads them again. */
const communityOverview = liveData<Overview>({
  room: rooms.community,
  load: async (_key, signal) => (await request('GET', '/api/community/all-data', { signal })).data,
  messages: {
    activity: reloadsOn('activity'),
    'challenge.changed': reloadsOn('challenge'),
  },
})

const contributorCount = 6
const popularCount = 5

export const OverviewRail = () => {
  const { state, data: overview, reload } = useLiveData(communityOverview)
  if (state === 'failed')
    return (
      <Card as="section" padding="none">
        <ErrorState
          title={t('community.loadingFailed')}
          retryLabel={t('common.retry')}
          onRetry={reload}
          compact
        />
      </Card>
    )
  return (
    <div className={layout.stack24}>
      <SectionCard title={t('community.topContributors')} padding="medium">
        {overview ? (
          <Contributors users={overview.users} />
        ) : (
          <SkeletonMenu count={contributorCount} label={t('community.loadingContributors')} />
        )}
      </SectionCard>
      <SectionCard title={t('community.popularSubmissions')} padding="medium">
        {overview ? (
          <Popular submissions={overview.popularSubmissions} />
        ) : (
          <SkeletonMenu count={popularCount} label={t('common.loadingSubmissions')} />
        )}
      </SectionCard>
    </div>
  )
}

const Contributors = ({ users }: Pick<Overview, 'users'>) => {
  // Members without a project have contributed nothing yet.
  const shown = users.filter(({ submissions }) => submissions > 0).slice(0, contributorCount)
  if (shown.length === 0) return <p className={css.none}>{t('community.noContributors')}</p>
  return (
    <ol className={css.rows} aria-label={t('community.topContributors')}>
      {shown.map((user) => (
        <li key={user.id} className={css.person}>
          <PersonWithHandle person={user} />
          <span className={css.count}>{t.rich('community.projects', { count: user.submissions })}</span>
        </li>
      ))}
    </ol>
  )
}

const Popular = ({ submissions }: { submissions: readonly Submission[] }) => {
  if (submissions.length === 0) return <p className={css.none}>{t('community.nothingPopular')}</p>
  const shown = submissions.slice(0, popularCount)
  const nameOf = distinctNames(shown.map(toAuthor))
  return (
    <ol className={css.rows} aria-label={t('community.popularSubmissions')}>
      {shown.map((submission) => {
        const { id, title, thumbnail, likes, views } = submission
        return (
          <Card key={id} as="li" padding="none" link className={css.submission}>
            <span className={css.thumbnail}>
              <Screenshot src={thumbnail} projectName={title} />
            </span>
            <span className={person.who}>
              <strong>
                <ProjectCardLink projectId={id} dir="auto">
                  {formatProjectName(title)}
                </ProjectCardLink>
              </strong>
              <span className={person.handle} dir="auto">
                {nameOf(toAuthor(submission))}
              </span>
              <span className={css.figures}>
                <Figure icon={Heart}>{t.rich('community.likes', { count: likes, hidden })}</Figure>
                <Figure icon={Eye}>{t.rich('community.views', { count: views, hidden })}</Figure>
              </span>
            </span>
          </Card>
        )
      })}
    </ol>
  )
}

type Submission = Overview['popularSubmissions'][number]

/** The response names authors without their ids. Those without a username cannot be told apart. */
const toAuthor = ({ author: name, authorUsername: username }: Submission) => ({
  id: username ?? '',
  name,
  username,
})
