import { useEffect } from 'react'
import { SkipLink } from '../../app/participant-shell/skip-link.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { HowADayGoes } from './how-a-day-goes.tsx'
import { JoinBanner } from './join-banner.tsx'
import { LandingFooter } from './landing-footer.tsx'
import { LandingHeader } from './landing-header.tsx'
import { RulesAndQuestions } from './rules-and-questions.tsx'
import { followShowcase } from './showcase-store.ts'

export const LandingScreen = () => {
  useEffect(() => followShowcase(), [])
  return (
    <>
      <SkipLink />
      <LandingHeader />
      <main id="main">
        <Hero />
        <Features />
        <HowADayGoes />
        <RulesAndQuestions />
        <JoinBanner />
      </main>
      <LandingFooter />
    </>
  )
}
