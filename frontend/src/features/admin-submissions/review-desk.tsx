import { useState } from 'react'
import type { ProjectCard } from '@thirty/contracts/api/projects.ts'
import { useWide } from '../../shared/use-wide.ts'
import { Card } from '../../shared/ui/card.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { MoreButton } from './more-button.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import type { ReviewVerbs } from './review-buttons.tsx'
import { approve } from './reviewing.tsx'
import { keepFocus } from './keep-focus.ts'
import { SubmissionPreview } from './submission-preview.tsx'
import { SubmissionRows } from './submission-rows.tsx'
import { useRoomy } from './use-roomy.ts'
import css from './review-desk.module.css'

type ReviewDeskProps = { projects: readonly ProjectCard[]; pointedAt: string | null }

/** List and preview side by side; where there is no room, the preview opens over the list. */
export const ReviewDesk = ({ projects, pointedAt }: ReviewDeskProps) => {
  const roomy = useRoomy()
  const tabular = useWide()
  const [selectedId, select] = useState(pointedAt)
  const [openPreview, setOpenPreview] = useState(pointedAt !== null)
  const [rejecting, setRejecting] = useState<ProjectCard>()
  const pointed = projects.find((project) => project._id === selectedId)
  const selected = pointed ?? projects[0]

  const view = (id: string) => {
    select(id)
    setOpenPreview(true)
  }
  const verbs: ReviewVerbs = {
    onSelect: view,
    onApprove: (project) => void approve(project, view).then(() => keepFocus(project._id)),
    onReject: setRejecting,
  }
  const preview = selected && <SubmissionPreview key={selected._id} project={selected} {...verbs} />

  return (
    <div className={css.desk}>
      <div className={css.list}>
        <SubmissionRows
          projects={projects}
          selected={selected}
          look={tabular ? 'row' : 'card'}
          verbs={verbs}
        />
        <MoreButton shown={projects.length} />
      </div>
      {roomy && (
        <Card as="aside" padding="none" className={css.preview} aria-label="Preview">
          {preview}
        </Card>
      )}
      {!roomy && pointed && (
        <Dialog
          open={openPreview}
          onOpenChange={setOpenPreview}
          title={pointed.projectName}
          placement={tabular ? 'middle' : 'sheet'}
        >
          {preview}
        </Dialog>
      )}
      {rejecting && (
        <RejectDialog
          project={rejecting}
          onView={view}
          onClose={() => {
            setRejecting(undefined)
            keepFocus(rejecting._id)
          }}
        />
      )}
    </div>
  )
}
