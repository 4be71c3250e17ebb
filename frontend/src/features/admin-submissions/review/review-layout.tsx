// The list of submissions and the preview side by side; on narrower screens the preview opens over the list. It also shows the dialogs of a
// review: why a submission is rejected, and why a review was refused.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { useEffect, useLayoutEffect } from 'react'
import { useSearchParams } from '../../../shared/navigation/router.ts'
import { useClaim, ClaimWarning } from '../../../shared/reviews/claims.tsx'
import { useMay } from '../../../shared/team/permissions.tsx'
import { useFullLayout, useWideLayout } from '../../../shared/ui/use-wide-layout.tsx'
import { Card, Banner, Chips, StatusBadge } from '../../../shared/ui/display/surfaces.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { lazyDialog, preloadBeforePress } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { LaterChangeDialog } from '../../../shared/reviews/later-change.tsx'
import { People, useNameOf, PersonName, formatFirstName, Avatar } from '../../../shared/people/people.tsx'
import { ConflictNote, useConflictWith, useOwnJudging } from '../../../shared/judging/own-judging.tsx'
import { StandingStrip } from '../../../shared/leaderboard/standing-strip.tsx'
import { useStandingForAdmins } from '../../../shared/leaderboard/use-standing-for-admins.ts'
import { ProjectLinks, Screenshot } from '../../../shared/projects/project-parts.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ChallengeDayBadge } from '../../../shared/challenge/challenge-marks.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { approve, reject, isAlreadyReviewed, reviewWithToast } from './reviews.tsx'
import { nextPending, restoreRowFocus, useReviewScreen, view } from './review-state.ts'
import type { LoadedSubmissions } from '../submissions-data.ts'
import { SubmissionRows } from '../list/submission-rows.tsx'
import { ReviewButtons } from './review-buttons.tsx'
import { t, formatName } from '../../../shared/i18n/t.ts'
import css from './review-layout.module.css'

const RejectDialog = lazyDialog(async () => (await import('./reject-dialog.tsx')).RejectDialog)

export const ReviewLayout = ({ list }: { list: LoadedSubmissions }) => {
  const { projects } = list
  const hasRoomForPreview = useFullLayout()
  const isWide = useWideLayout()
  const linkedId = useSearchParams()[0].get('project')
  const linked = linkedId === null ? undefined : { id: linkedId, isOpen: true }
  const { opened = linked, rejecting } = useReviewScreen()
  useLayoutEffect(() => {
    useReviewScreen.setState({ isShown: true })
    return () => useReviewScreen.setState({ isShown: false, opened: undefined, rejecting: undefined })
  }, [])
  useEffect(() => preloadBeforePress(RejectDialog.preload), [])
  const project = projects.find(({ _id }) => _id === opened?.id)
  const selected = project ?? projects[0]
  const mayReview = useMay('review-projects')
  const isOnScreen = hasRoomForPreview || opened?.isOpen
  useClaim(mayReview && isOnScreen && project?.status === 'submitted' ? project._id : undefined)
  const preview = selected && (
    <SubmissionPreview key={selected._id} project={selected} next={nextPending(projects, selected)} />
  )
  return (
    <People of={projects.map(({ user }) => user)}>
      <div className={css.columns}>
        <div className={css.list}>
          <SubmissionRows list={list} selected={selected} layout={isWide ? 'row' : 'card'} />
        </div>
        {hasRoomForPreview && (
          <Card as="aside" padding="none" className={css.preview} aria-label={t('adminSubmissions.preview')}>
            {preview}
          </Card>
        )}
        {!hasRoomForPreview && project && opened?.isOpen && (
          <Dialog
            onClose={() => useReviewScreen.setState({ opened: { id: project._id, isOpen: false } })}
            title={formatName(project.projectName)}
            placement={isWide ? 'middle' : 'sheet'}
          >
            {preview}
          </Dialog>
        )}
        <RefusedReviewDialog />
        {rejecting && <RejectProjectDialog project={rejecting} />}
      </div>
    </People>
  )
}

/** The dialog about a refused review; nothing without one. */
const RefusedReviewDialog = () => {
  const { refused } = useReviewScreen()
  if (refused === undefined) return null
  const { project, review, change } = refused
  const done = (next: () => void) => () => {
    useReviewScreen.setState({ refused: undefined })
    next()
  }
  const decide = review.status === 'approved' ? approve : reject
  return (
    <LaterChangeDialog
      projectName={project.projectName}
      change={change}
      decision={{ what: review.status, reason: review.reason }}
      // The admin has read about this change, and no later one.
      onDecideAgain={done(() => decide({ ...project, version: change.version }))}
      onView={done(() => view(project._id))}
      onClose={done(() => restoreRowFocus(project._id))}
    />
  )
}

/** Rejects one submission. After a refusal it closes; the reason stays for the next attempt if there can be one. */
const RejectProjectDialog = ({ project }: { project: ProjectCard }) => {
  const nameOf = useNameOf()
  const close = () => {
    useReviewScreen.setState({ rejecting: undefined })
    restoreRowFocus(project._id)
  }
  return (
    <RejectDialog
      title={t('adminSubmissions.rejectQuestion', { project: formatName(project.projectName) })}
      description={t('adminSubmissions.canImprove', { name: nameOf(project.user), day: project.day })}
      placeholders={{
        name: formatName(project.user.fullName),
        project: project.projectName,
        day: String(project.day),
      }}
      unsent={`rejection-${project._id}`}
      send={(review) =>
        reviewWithToast(project, review).catch((error: unknown) => {
          if (!isAlreadyReviewed(error) || error.change?.what === 'revised') throw error
        })
      }
      onFailure={(failure) => (isAlreadyReviewed(failure) ? close() : undefined)}
      onClose={close}
    />
  )
}

/** `next`: the submission to review after this one. */
const SubmissionPreview = ({ project, next }: { project: ProjectCard; next: ProjectCard | undefined }) => {
  const { user, status } = project
  const conflict = useConflictWith(user._id)
  // Otherwise the colours of the days would say how others rated a project that this admin may still rate.
  const hasStanding = (useOwnJudging()?.wantedRatings ?? 1) === 1
  return (
    <>
      <Screenshot className={css.picture} project={project} isMain />
      <div className={css.body}>
        <p className={css.marks}>
          <ChallengeDayBadge day={project.day} />
          <StatusBadge status={status} />
        </p>
        <h2 dir="auto">{formatName(project.projectName)}</h2>
        <p className={css.person}>
          <Avatar id={user._id} name={user.fullName} image={user.profileImage} size={26} />
          <PersonName as="strong" person={user} />
          <Time at={project.submissionDate} />
        </p>
        <Banner kind="danger" title={t('adminSubmissions.reasonIs')}>
          {(status === 'rejected' && project.rejectionReason) || undefined}
        </Banner>
        <p className={css.text} dir="auto">
          {project.description}
        </p>
        <Chips
          text={[project.languages, project.frameworks].join(',')}
          label={t('adminSubmissions.languagesAndFrameworks')}
        />
        <div className={css.links}>
          <ProjectLinks
            project={project}
            live={t('common.liveDemo')}
            code={t('common.repository')}
            size="small"
          />
        </div>
        {hasStanding && <Standing person={user} />}
        <div className={css.actions}>
          {status === 'submitted' && conflict && <ConflictNote user={user} conflict={conflict} />}
          <ReviewButtons project={project} size="wide" />
          {next && (
            <Button
              kind="quiet"
              wide
              onClick={() => {
                view(next._id)
                restoreRowFocus(next._id)
              }}
            >
              {t('common.nextToReview')}
            </Button>
          )}
        </div>
        {status === 'submitted' && <ClaimWarning projectId={project._id} />}
      </div>
    </>
  )
}

/** The thirty days of the participant. Omitted if the participant is not ranked. */
const Standing = ({ person }: { person: ProjectCard['user'] }) => {
  const standing = useStandingForAdmins(person._id)
  if (!standing) return null
  const { rank: place, projectsSubmitted: projects, days } = standing
  return (
    <div className={css.standing}>
      <StandingStrip entry={{ name: person.fullName, days }} size="l" table={false} />
      <p className={css.place}>
        {t('adminSubmissions.standing', { name: formatFirstName(person), place, projects })}
      </p>
    </div>
  )
}
