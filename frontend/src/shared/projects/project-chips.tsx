import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { t } from '../i18n/t.ts'
import { Chips } from '../ui/display/badge.tsx'
import css from './project-chips.module.css'

/** What a project was made with, as chips under labels; nothing for an empty list. */
export const ProjectChips = ({ project }: { project: ProjectCard }) => (
  <>
    <LabelledChips label={t('common.languages')} text={project.languages} />
    <LabelledChips label={t('common.frameworks')} text={project.frameworks} />
  </>
)

const LabelledChips = ({ label, text }: { label: string; text: string }) => {
  if (text.trim() === '') return null
  return (
    <div>
      <p className={css.label} aria-hidden="true">
        {label}
      </p>
      <Chips text={text} label={label} />
    </div>
  )
}
