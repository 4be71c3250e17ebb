// What the guides for a submission say. The landing page and the screens of participants link to them.

import { t } from '../../shared/i18n/t.ts'

export type Guide = { title: string; intro: string; parts: readonly { heading: string; text: string }[] }

/** All guides, by the last part of their addresses. */
export const guides: Readonly<Record<'live-link' | 'repository' | 'screenshot', Guide>> = {
  'live-link': {
    title: t('common.guideLiveLink'),
    intro: t('guides.liveLinkIntro'),
    parts: [
      { heading: t('guides.liveLinkHost'), text: t('guides.liveLinkHostText') },
      { heading: t('guides.liveLinkPublish'), text: t('guides.liveLinkPublishText') },
      { heading: t('guides.liveLinkCheck'), text: t('guides.liveLinkCheckText') },
    ],
  },
  repository: {
    title: t('common.guideRepository'),
    intro: t('guides.repositoryIntro'),
    parts: [
      { heading: t('guides.repositoryReadme'), text: t('guides.repositoryReadmeText') },
      { heading: t('guides.repositoryClean'), text: t('guides.repositoryCleanText') },
      { heading: t('guides.repositoryStructure'), text: t('guides.repositoryStructureText') },
      { heading: t('guides.repositoryPublic'), text: t('guides.repositoryPublicText') },
    ],
  },
  screenshot: {
    title: t('common.guideScreenshot'),
    intro: t('guides.screenshotIntro'),
    parts: [
      { heading: t('guides.screenshotMoment'), text: t('guides.screenshotMomentText') },
      { heading: t('guides.screenshotFrame'), text: t('guides.screenshotFrameText') },
      { heading: t('guides.screenshotReadable'), text: t('guides.screenshotReadableText') },
      { heading: t('guides.screenshotFile'), text: t('guides.screenshotFileText') },
    ],
  },
}
