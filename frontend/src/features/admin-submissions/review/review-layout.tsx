// The list of submissions and the preview side by side; on narrower screens the preview opens over the list.

import { useLayoutEffect } from 'react'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { useClaims, useClaim } from '../../../shared/reviews/claims.tsx'
import { useMay } from '../../../shared/team/permissions.tsx'
import { useFullLayout, useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import { Card } from '../../../shared/ui/display/card.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { nextPending } from './next-pending.ts'
import { restoreRowFocus } from './restore-row-focus.ts'
import { ReviewDialogs } from './review-dialogs.tsx'
import { followScreen, useReviewScreen, view } from './review-screen.ts'
import { SubmissionPreview } from '../preview/submission-preview.tsx'
import { SubmissionRows } from '../list/submission-rows.tsx'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './review-layout.module.css'

type ReviewLayoutProps = { projects: readonly ProjectCard[]; linkedProjectId: string | null }

export const ReviewLayout = ({ projects, linkedProjectId }: ReviewLayoutProps) => {
  const hasRoomForPreview = useFullLayout()
  const isWide = useWideLayout()
  const linked = linkedProjectId === null ? undefined : { id: linkedProjectId, isOpen: true }
  const { id: openedId, isOpen: isPreviewOpen } = useReviewScreen((screen) => screen.opened) ?? linked ?? {}
  useLayoutEffect(followScreen, [])
  const opened = projects.find((project) => project._id === openedId)
  const selected = opened ?? projects[0]

  const isOnScreen = hasRoomForPreview || isPreviewOpen
  const mayReview = useMay('review-projects')
  useClaim(mayReview && isOnScreen && opened?.status === 'submitted' ? opened._id : undefined)
  useClaims((store) => store.version)
  const next = nextPending(projects, selected)
  const viewNext = ({ _id }: ProjectCard) => {
    view(_id)
    restoreRowFocus(_id)
  }
  const preview = selected && (
    <SubmissionPreview key={selected._id} project={selected} onNext={next && (() => viewNext(next))} />
  )

  return (
    <People of={projects.map(({ user }) => user)}>
      <div className={css.columns}>
        <div className={css.list}>
          <SubmissionRows projects={projects} selected={selected} layout={isWide ? 'row' : 'card'} />
        </div>
        {hasRoomForPreview && (
          <Card as="aside" padding="none" className={css.preview} aria-label={t('adminSubmissions.preview')}>
            {preview}
          </Card>
        )}
        {!hasRoomForPreview && opened && isPreviewOpen && (
          <Dialog
            onClose={() => useReviewScreen.setState({ opened: { id: opened._id, isOpen: false } })}
            title={formatProjectName(opened.projectName)}
            placement={isWide ? 'middle' : 'sheet'}
          >
            {preview}
          </Dialog>
        )}
        <ReviewDialogs />
      </div>
    </People>
  )
}
