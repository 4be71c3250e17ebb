export const en = {
  owner: 'Owner',
  organiser: 'Organizer',
  reviewer: 'Reviewer',
  viewer: 'Viewer',
  ownerText: 'Runs the challenge and decides who else is an admin',
  organiserText: 'Runs the challenge: start, end, freeze, backups, participants, exports',
  reviewerText: 'Approves, rejects and rates projects, and moderates the community',
  viewerText: 'Sees the admin area but changes nothing',
  readOnly:
    '{lowest, select, owner {Only owners} organiser {Only owners and organizers} other {Only owners, organizers and reviewers}} can change something here. Your role is {role}.',
  noAccess: 'No access',
  noAccessText:
    '{lowest, select, owner {Only owners} organiser {Only owners and organizers} other {Only owners, organizers and reviewers}} can open this page. Your role is {role}.',
  whoChanges: 'An owner can give you another role: {names}.',
  whoChangesUnknown: 'An owner can give you another role.',
  toTeam: 'See the team',
} as const
