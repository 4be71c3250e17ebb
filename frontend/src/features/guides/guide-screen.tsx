// One guide for a submission, open to everybody, and links to the others. The landing page and the screens of participants link here.

import { Link, useParams, paths, usePageTitle } from '../../shared/navigation/router.ts'
import { guideIds, guideTitles, type GuideId } from '../../shared/submissions/guides.ts'
import { useSession } from '../../shared/session/session.ts'
import frames from '../../shared/styles/frames.module.css'
import { BackLink } from '../../shared/ui/page/page.tsx'
import { Card } from '../../shared/ui/display/surfaces.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './guide-screen.module.css'

export const GuideScreen = () => {
  const { guide = '' } = useParams()
  const shown = guideIds.find((id) => id === guide)
  usePageTitle(shown ? guideTitles[shown] : t('guides.unknownGuide'))
  const isParticipant = useSession(({ session }) => session.kind === 'user')
  const others = guideIds.filter((id) => id !== guide)
  return (
    <div className={`${frames.page} ${css.screen}`}>
      <BackLink to={isParticipant ? paths.resources : paths.landing} label={t('common.back')} />
      {shown ? (
        <Card padding="large" as="article" className={css.guide}>
          <h1>{guideTitles[shown]}</h1>
          <p className={css.intro}>{texts[shown].intro}</p>
          {texts[shown].parts.map(({ heading, text }) => (
            <section key={heading}>
              <h2>{heading}</h2>
              <p>{text}</p>
            </section>
          ))}
        </Card>
      ) : (
        <header>
          <h1>{t('guides.unknownGuide')}</h1>
          <p>{t('guides.unknownGuideText')}</p>
        </header>
      )}
      <nav aria-label={t('guides.otherGuides')} className={css.others}>
        <h2>{t(shown ? 'guides.otherGuides' : 'common.guides')}</h2>
        <ul>
          {others.map((id) => (
            <li key={id}>
              <Link to={paths.guide(id)}>{guideTitles[id]}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const texts: Readonly<Record<GuideId, { intro: string; parts: { heading: string; text: string }[] }>> = {
  'live-link': {
    intro: t('guides.liveLinkIntro'),
    parts: [
      { heading: t('guides.liveLinkHost'), text: t('guides.liveLinkHostText') },
      { heading: t('guides.liveLinkPublish'), text: t('guides.liveLinkPublishText') },
      { heading: t('guides.liveLinkCheck'), text: t('guides.liveLinkCheckText') },
    ],
  },
  repository: {
    intro: t('guides.repositoryIntro'),
    parts: [
      { heading: t('guides.repositoryReadme'), text: t('guides.repositoryReadmeText') },
      { heading: t('guides.repositoryClean'), text: t('guides.repositoryCleanText') },
      { heading: t('guides.repositoryStructure'), text: t('guides.repositoryStructureText') },
      { heading: t('guides.repositoryPublic'), text: t('guides.repositoryPublicText') },
    ],
  },
  screenshot: {
    intro: t('guides.screenshotIntro'),
    parts: [
      { heading: t('guides.screenshotMoment'), text: t('guides.screenshotMomentText') },
      { heading: t('guides.screenshotFrame'), text: t('guides.screenshotFrameText') },
      { heading: t('guides.screenshotReadable'), text: t('guides.screenshotReadableText') },
      { heading: t('guides.screenshotFile'), text: t('guides.screenshotFileText') },
    ],
  },
}
