// The list of submissions and the preview side by side; on narrower screens the preview opens over the list.

import { useState } from 'react'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { useClaims } from '../../../shared/reviews/claims.ts'
import { useMay } from '../../../shared/team/permissions.tsx'
import { useClaim } from '../../../shared/reviews/use-claim.ts'
import { useFullLayout, useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import { Card } from '../../../shared/ui/display/card.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { nextPending } from './next-pending.ts'
import type { ReviewActions } from './review-buttons.tsx'
import { restoreRowFocus } from './restore-row-focus.ts'
import { useReview } from './use-review.tsx'
import { SubmissionPreview } from '../preview/submission-preview.tsx'
import { SubmissionRows } from '../list/submission-rows.tsx'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './review-layout.module.css'

type ReviewLayoutProps = { projects: readonly ProjectCard[]; linkedProjectId: string | null }

export const ReviewLayout = ({ projects, linkedProjectId }: ReviewLayoutProps) => {
  const hasRoomForPreview = useFullLayout()
  const isWide = useWideLayout()
  const [selectedId, setSelectedId] = useState(linkedProjectId)
  const [isPreviewOpen, setIsPreviewOpen] = useState(linkedProjectId !== null)
  const opened = projects.find((project) => project._id === selectedId)
  const selected = opened ?? projects[0]

  const isOnScreen = hasRoomForPreview || isPreviewOpen
  const mayReview = useMay('review-projects')
  useClaim(mayReview && isOnScreen && opened?.status === 'submitted' ? opened._id : undefined)
  const view = (id: string) => {
    setSelectedId(id)
    setIsPreviewOpen(true)
  }
  const { dialogs, ...review } = useReview(view)
  const actions: ReviewActions = { onSelect: view, ...review }
  useClaims((store) => store.version)
  const next = nextPending(projects, selected)
  const viewNext = ({ _id }: ProjectCard) => {
    view(_id)
    restoreRowFocus(_id)
  }
  const preview = selected && (
    <SubmissionPreview
      key={selected._id}
      project={selected}
      onNext={next && (() => viewNext(next))}
      {...actions}
    />
  )

  return (
    <People of={projects.map(({ user }) => user)}>
      <div className={css.columns}>
        <div className={css.list}>
          <SubmissionRows
            projects={projects}
            selected={selected}
            layout={isWide ? 'row' : 'card'}
            actions={actions}
          />
        </div>
        {hasRoomForPreview && (
          <Card as="aside" padding="none" className={css.preview} aria-label={t('adminSubmissions.preview')}>
            {preview}
          </Card>
        )}
        {!hasRoomForPreview && opened && isPreviewOpen && (
          <Dialog
            onClose={() => setIsPreviewOpen(false)}
            title={formatProjectName(opened.projectName)}
            placement={isWide ? 'middle' : 'sheet'}
          >
            {preview}
          </Dialog>
        )}
        {dialogs}
      </div>
    </People>
  )
}
