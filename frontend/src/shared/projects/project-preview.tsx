import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { formatName, truncateText } from '../format/format.ts'
import { ButtonAnchor } from '../ui/controls/button.tsx'
import { Screenshot } from '../ui/display/screenshot.tsx'
import { t } from '../i18n/t.ts'
import css from './project-preview.module.css'

/** A project as a small card: its image, the beginning of its description, and its links. */
export const ProjectPreview = ({ project }: { project: ProjectCard }) => (
  <article className={css.project}>
    <Screenshot src={project.thumbnailUrl} projectName={project.projectName} />
    <div className={css.words}>
      <h4 className={css.title}>
        <span dir="auto">{formatName(project.projectName)}</span>
        <small>{t('common.day', { day: project.day })}</small>
      </h4>
      <p dir="auto">{truncateText(project.description, 100)}</p>
      <p className={css.links}>
        <ButtonAnchor href={project.liveLink} target="_blank" size="small" kind="quiet">
          {t('common.liveDemo')}
        </ButtonAnchor>
        <ButtonAnchor href={project.repoLink} target="_blank" size="small" kind="quiet">
          {t('common.repository')}
        </ButtonAnchor>
      </p>
    </div>
  </article>
)
