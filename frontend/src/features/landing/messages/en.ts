export const en = {
  startPage: 'Thirty, start page',
  logIn: 'Log in',
  signUp: 'Sign up',
  forgotPassword: 'Forgot password',
  admin: 'Admin',
  dashboard: 'Dashboard',
  joinTheChallenge: 'Join the challenge',
  tagline: 'A 30-day coding challenge',
  account: 'Account',

  sections: 'Sections',
  sectionFeatures: 'Features',
  sectionAbout: 'About',
  sectionRules: 'Rules',
  sectionFaq: 'FAQ',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',

  heroTitle: 'Thirty days. <br></br>One build <br></br>a day.',
  heroText:
    'Ship a small project every day, have it scored by challenge admins, and watch the leaderboard move while it happens.',
  readTheRules: 'Read the rules',

  leaderboard: 'Leaderboard',
  leaderboardOfDay: 'Leaderboard, day {day}',
  leaderboardFailed: "The leaderboard can't be loaded right now.",
  retry: 'Retry',
  noSubmissions: 'No submissions yet. First place is open.',

  featuresTitle: 'Everything a <br></br>daily habit needs',
  featuresText:
    'One brief a day, one place to submit your build, and a score you can learn from. Here is what you get when you join.',
  overview: 'Challenge overview',
  overviewText:
    'See the whole route: thirty fixed briefs, easy days and hard days, where you are and what is left.',
  submission: 'Submission platform',
  submissionText:
    'A live link, a repository and one screenshot. Submit once a day; your project is reviewed and then scored.',
  rating: 'Rating system',
  ratingText:
    'Challenge admins score every project on creativity, functionality, code quality and theme adherence, and write down what to try next.',
  themes: 'Daily themes',
  themesText:
    'A new theme every day with a clear list of requirements, from a profile card on day 1 to a portfolio on day 30.',
  community: 'Community interaction',
  communityText:
    "Follow what others ship, read the discussions and learn from projects you'd never have thought of.",
  documentation: 'Documentation',
  documentationText:
    'Guides and a library of developer resources by topic, ready to bookmark for the day you need them.',

  howADayGoes: 'How a day goes',
  howADayGoesText:
    'About two hours is enough. The point is to finish something small, show it, and come back tomorrow.',
  stepRead: 'Read the brief',
  stepReadText: 'Each day opens with a title, a difficulty and a list of requirements.',
  stepBuild: 'Build it',
  stepBuildText: 'Use any language or framework. Small and finished beats large and half done.',
  stepSubmit: 'Submit it',
  stepSubmitText: 'Name, live link, repository, description and one screenshot up to 2 MB.',
  stepScore: 'Get scored',
  stepScoreText: 'An admin reviews it, rates it on five criteria and leaves written feedback.',
  participants: 'participants',
  projects: 'projects',
  averageScore: 'average score',

  rules: 'Rules',
  ruleOnePerDay: 'One project per day, for thirty days.',
  ruleLinks: 'Every project has a live link and a public repository.',
  ruleOwnWork: 'Your own work. Libraries are fine; say which ones you used.',
  ruleMissedDays: 'Missed days stay open. Your streak counts the days in a row up to your latest one.',
  ruleRejection: "Admins can reject a project that doesn't match the day.",
  faq: 'FAQ',
  whenToStart: 'Do I need to start on day 1?',
  whenToStartAnswer:
    'No. You join on the current day, and earlier days stay open. The leaderboard counts the projects you submit, not the date you signed up.',
  whichLanguages: 'Which languages can I use?',
  whichLanguagesAnswer:
    'Any language and any framework, as long as the result can be opened in a browser and the code can be read.',
  whoRates: 'Who rates my projects?',
  whoRatesAnswer:
    'The admins of the challenge. They review every project and rate it on five criteria, and only their ratings count toward the leaderboard.',
  afterDay30: 'What happens after day 30?',
  afterDay30Answer:
    'Late projects are accepted for seven more days, unless the admins set another end. After that, the standings stay as they are until the admins start the next round. You keep your account.',

  joinAnyDay: 'Join any day. <br></br>Start building.',

  exampleQuestion: 'How did you keep the votes in sync?',
  exampleReply: 'One socket, and only the server counts.',
  guideLiveLink: 'Getting a live link',
  guideRepository: 'What makes a good repository',
  guideScreenshot: 'Taking a clear screenshot',
  creativity: 'Creativity',
  functionality: 'Functionality',
  codeQuality: 'Code quality',
  theme: 'Theme',
  exampleOfRating: 'Example of a rating',
  theChallenge: 'the challenge',
  submitProject: 'Submit Project',
} as const
