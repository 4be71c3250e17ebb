import type { ReactNode } from 'react'
import layout from '../../shared/styles/layout.module.css'
import { CommunityIllustration } from './illustrations/community-illustration.tsx'
import { DocumentationIllustration } from './illustrations/documentation-illustration.tsx'
import { RatingIllustration } from './illustrations/rating-illustration.tsx'
import { RouteIllustration } from './illustrations/route-illustration.tsx'
import { SubmissionIllustration } from './illustrations/submission-illustration.tsx'
import { ThemesIllustration } from './illustrations/themes-illustration.tsx'
import css from './features.module.css'

export const Features = () => (
  <section id="features" className={`${layout.page} ${css.section}`}>
    <div className={css.intro}>
      <h2>
        Everything a <br />
        daily habit needs
      </h2>
      <p>
        One brief a day, one place to submit your build, and a score you can learn from. Here is what you get
        when you join.
      </p>
    </div>
    <ul className={css.grid}>
      <Feature title="Challenge overview" illustration={<RouteIllustration />}>
        See the whole route: thirty fixed briefs, easy days and hard days, where you are and what is left.
      </Feature>
      <Feature title="Submission platform" illustration={<SubmissionIllustration />}>
        A live link, a repository and one screenshot. Submit once a day; your project is reviewed and then
        scored.
      </Feature>
      <Feature title="Rating system" illustration={<RatingIllustration />}>
        Challenge admins score every project on creativity, functionality, code quality and theme adherence,
        and write down what to try next.
      </Feature>
      <Feature title="Daily themes" illustration={<ThemesIllustration />}>
        A new theme every day with a clear list of requirements, from a profile card on day 1 to a portfolio
        on day 30.
      </Feature>
      <Feature title="Community interaction" illustration={<CommunityIllustration />}>
        Follow what others ship, read the discussions and learn from projects you would never have thought of.
      </Feature>
      <Feature title="Documentation" illustration={<DocumentationIllustration />}>
        Guides and a library of developer resources by topic, ready to bookmark for the day you need them.
      </Feature>
    </ul>
  </section>
)

const Feature = ({
  title,
  illustration,
  children,
}: {
  title: string
  illustration: ReactNode
  children: ReactNode
}) => (
  <li className={css.card}>
    <div className={css.picture}>{illustration}</div>
    <div className={css.words}>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  </li>
)
