import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { maxReviewsAtOnce } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { Checkbox } from '../../../shared/ui/forms/checkbox.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { toggleSelected, useSelection } from './selection-store.ts'
import css from './select-box.module.css'

/** Selects a pending submission. One that another admin has reviewed meanwhile stays selected, and can be removed. */
export const SelectBox = ({ project: { _id: id, projectName, status } }: { project: ProjectCard }) => {
  const isSelected = useSelection(({ ids }) => ids.includes(id))
  const isFull = useSelection(({ ids }) => ids.length >= maxReviewsAtOnce)
  if (status !== 'submitted' && !isSelected) return null
  return (
    <span className={css.box}>
      <Checkbox
        label={
          <VisuallyHidden>
            {t('adminSubmissions.selectProject', { project: formatProjectName(projectName) })}
          </VisuallyHidden>
        }
        checked={isSelected}
        disabled={isFull && !isSelected}
        onChange={() => toggleSelected(id)}
      />
    </span>
  )
}
