// The values of the submission form as a draft, and their conversion from a project and from and to what the account keeps.

import type { DraftContent } from '@thirty/contracts/projects/drafts-api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { allTextsOf, type ProjectTexts } from '@thirty/contracts/projects/project-texts.ts'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import { t } from '../../../shared/i18n/t.ts'

/** The unsent values of the form, without their day. */
export type Draft = ProjectTexts & { screenshot?: Screenshot | undefined }

/** An uploaded screenshot. `bytes` is missing for that of an earlier version. */
export type Screenshot = { name: string; bytes?: number; imageUrl: string; thumbnailUrl: string }

export const emptyDraft: Draft = allTextsOf({})

/** The values that a revision of a project begins with. */
export const draftFromProject = (project: ProjectCard): Draft => ({
  ...allTextsOf(project),
  screenshot: {
    name: t('submit.currentScreenshot'),
    imageUrl: project.imageUrl,
    thumbnailUrl: project.thumbnailUrl,
  },
})

export const isEmptyDraft = (draft: Draft): boolean =>
  draft.screenshot === undefined && Object.values(allTextsOf(draft)).every((text) => text === '')

/** A draft as the account keeps it. */
export const toDraftContent = ({ screenshot, ...texts }: Draft): DraftContent => ({
  ...allTextsOf(texts),
  ...(screenshot && {
    screenshot: {
      name: screenshot.name.slice(0, 255),
      ...(screenshot.bytes !== undefined && { bytes: screenshot.bytes }),
      imageUrl: screenshot.imageUrl,
    },
  }),
})

/** A draft of the account, for the form. */
export const draftFromContent = ({ screenshot, ...texts }: DraftContent): Draft => ({
  ...texts,
  ...(screenshot && {
    screenshot: {
      name: screenshot.name,
      ...(screenshot.bytes !== undefined && { bytes: screenshot.bytes }),
      imageUrl: screenshot.imageUrl,
      thumbnailUrl: thumbnailOf(screenshot.imageUrl),
    },
  }),
})

export const isSameDraft = (left: Draft, right: Draft): boolean =>
  JSON.stringify(toDraftContent(left)) === JSON.stringify(toDraftContent(right))
