// The parts of a project that many screens show: its screenshot, links to it, from which it leads back to the screen that the reader is on, the
// links to its live demo and its repository, what it was made with, and the beginning of its description with a button for the rest.

import { type ComponentProps, useState, type ReactNode } from 'react'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { GitBranch, Globe, ImageOff } from 'lucide-react'
import { Link, useFromHere, paths } from '../navigation/router.ts'
import { ButtonLink, ButtonAnchor } from '../ui/controls/button.tsx'
import { CardLink, Chips } from '../ui/display/surfaces.tsx'
import { t, formatName } from '../i18n/t.ts'
import { imageSet } from '@thirty/contracts/images/images.ts'
import screenshot from './screenshot.module.css'
import css from './project-chips.module.css'
import words from '../styles/words.module.css'
import readMore from './read-more.module.css'

type ScreenshotProps = {
  project: { projectName: string } & Partial<Record<'thumbnailUrl' | 'imageUrl', string | null | undefined>>
  /** The main image of a screen: the image itself, loaded at once. Others are thumbnails, and load lazily. */
  isMain?: boolean | undefined
  /** The width of the image on the page for windows of each width, as in HTML. Then narrow windows load the thumbnail. */
  sizes?: string | undefined
  /** The CSS aspect ratio, such as "16 / 10". */
  ratio?: string | undefined
  /** The class of an element around it, which gives it a width or a border. */
  className?: string | undefined
}

/** The screenshot, or a striped placeholder if there is none or it cannot be loaded. */
export const Screenshot = ({ project, isMain = false, sizes, ratio, className }: ScreenshotProps) => {
  const src = isMain ? project.imageUrl : project.thumbnailUrl
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const isUsable = src && src !== failedSrc
  const picture = (
    <ScreenshotFrame ratio={ratio}>
      {isUsable ? (
        <img
          {...(sizes && { srcSet: imageSet(src), sizes })}
          src={src}
          alt={t('ui.screenshotOf', { project: project.projectName })}
          loading={isMain ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <span
          className={screenshot.plate}
          role="img"
          aria-label={t('ui.noScreenshotOf', { project: project.projectName })}
        >
          <ImageOff size={18} strokeWidth={1.9} />
          <span aria-hidden="true">{t('ui.noScreenshot')}</span>
        </span>
      )}
    </ScreenshotFrame>
  )
  return className === undefined ? picture : <span className={className}>{picture}</span>
}

export const ScreenshotFrame = ({
  ratio = '16 / 10',
  children,
}: Pick<ScreenshotProps, 'ratio'> & { children?: ReactNode }) => (
  <span className={screenshot.screenshot} style={{ aspectRatio: ratio }}>
    {children}
  </span>
)

type WithProject<LinkProps> = Omit<LinkProps, 'to' | 'state'> & { projectId: string }

/** A link to a project. The history state has the screen that it is on (`from`), so that the project can lead back there. */
export const ProjectLink = ({ projectId, ...rest }: WithProject<ComponentProps<typeof Link>>) => (
  <Link {...rest} to={paths.project(projectId)} state={useFromHere()} />
)

export const ProjectButtonLink = ({ projectId, ...rest }: WithProject<ComponentProps<typeof ButtonLink>>) => (
  <ButtonLink {...rest} to={paths.project(projectId)} state={useFromHere()} />
)

/** A `ProjectLink` with the name of the project that covers its card. */
export const ProjectCardLink = ({ projectId, name }: { projectId: string; name: string }) => (
  <CardLink to={paths.project(projectId)} state={useFromHere()} dir="auto">
    {formatName(name)}
  </CardLink>
)

type ProjectLinksProps = Pick<ComponentProps<typeof ButtonAnchor>, 'kind' | 'size'> & {
  project: Pick<ProjectCard, 'liveLink' | 'repoLink'>
  /** The names of the links; admin screens have their own names. */
  live?: string
  code?: string
}

export const ProjectLinks = ({ project, live, code, ...look }: ProjectLinksProps) => (
  <>
    <ButtonAnchor href={project.liveLink} target="_blank" icon={<Globe />} {...look}>
      {live ?? t('common.live')}
    </ButtonAnchor>
    <ButtonAnchor href={project.repoLink} target="_blank" icon={<GitBranch />} {...look}>
      {code ?? t('common.code')}
    </ButtonAnchor>
  </>
)

type Made = { project: Pick<ProjectCard, 'languages' | 'frameworks'> }

/** What a project was made with, as one line of chips; nothing for empty lists. */
export const MadeWith = ({ project: { languages, frameworks } }: Made) => (
  <Chips text={`${languages},${frameworks}`} label={t('common.madeWith')} />
)

/** What a project was made with, as chips under labels; nothing for an empty list. */
export const ProjectChips = ({ project }: Made) => (
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

/** Returns the first `length` characters followed by "...", or the text itself if it is not longer. Never splits a surrogate pair. */
export const truncateText = (text: string, length: number): string => {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}...`
}

/** `subject` says what the text is about, for the accessible name of the button. */
export const ReadMore = ({ text, subject }: { text: string; subject: string }) => {
  const [open, setOpen] = useState(false)
  const excerpt = truncateText(text, 120)
  return (
    <div className={words.smallText} dir="auto">
      <p>{open ? text : excerpt}</p>
      {excerpt !== text && (
        <button type="button" className={readMore.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t.rich(open ? 'ui.showLess' : 'ui.readMore', { subject })}
        </button>
      )}
    </div>
  )
}
