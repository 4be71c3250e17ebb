import { t } from './messages/t.ts'

export type Guide = { title: string; intro: string; parts: readonly { heading: string; text: string }[] }

/** All guides, by the last part of their addresses. */
export const guides: Readonly<Record<'live-link' | 'repository' | 'screenshot', Guide>> = {
  'live-link': {
    title: t('liveLink'),
    intro: t('liveLinkIntro'),
    parts: [
      { heading: t('liveLinkHost'), text: t('liveLinkHostText') },
      { heading: t('liveLinkPublish'), text: t('liveLinkPublishText') },
      { heading: t('liveLinkCheck'), text: t('liveLinkCheckText') },
    ],
  },
  repository: {
    title: t('repository'),
    intro: t('repositoryIntro'),
    parts: [
      { heading: t('repositoryReadme'), text: t('repositoryReadmeText') },
      { heading: t('repositoryClean'), text: t('repositoryCleanText') },
      { heading: t('repositoryStructure'), text: t('repositoryStructureText') },
      { heading: t('repositoryPublic'), text: t('repositoryPublicText') },
    ],
  },
  screenshot: {
    title: t('screenshot'),
    intro: t('screenshotIntro'),
    parts: [
      { heading: t('screenshotMoment'), text: t('screenshotMomentText') },
      { heading: t('screenshotFrame'), text: t('screenshotFrameText') },
      { heading: t('screenshotReadable'), text: t('screenshotReadableText') },
      { heading: t('screenshotFile'), text: t('screenshotFileText') },
    ],
  },
}
