/**
 * Every citation of Wei and Srivastava, *Nonstationary Stochastic Multiarmed Bandits: UCB Policies and Minimax
 * Regret*, with what stands for it here. The source of the paper names references by keys and has no bibliography:
 * the references follow from the keys and from the sentences around them.
 */

/** Ids of the catalogues. */
export interface Ids {
  readonly policies?: readonly string[];
  readonly contextualPolicies?: readonly string[];
  readonly environments?: readonly string[];
  readonly contextualEnvironments?: readonly string[];
  readonly laws?: readonly string[];
  readonly fleets?: readonly string[];
}

/** Ids that stand for a passage of the paper, a reason why none does, or both. */
export interface Entry extends Ids {
  /** Markdown, in sentences: the part that the ids do not cover, or its relation to them. */
  readonly note?: string;
}

/** A cited reference. */
export interface Citation extends Entry {
  readonly key: string;
  readonly reference: string;
}

/** Citations of one kind, under one heading. */
export interface CitationGroup {
  readonly title: string;
  readonly citations: readonly Citation[];
}

const APPLICATION = 'An application.';
const PROOF = 'A step of a proof. It has no rule to run.';

/** Citations of the printed text. */
export const PRINTED: readonly CitationGroup[] = [
  {
    title: 'Policies',
    citations: [
      {
        key: 'TLL-HR:85',
        reference: 'Lai and Robbins 1985',
        policies: ['kl-ucb'],
        note: 'Their general form of an upper confidence bound. `kl-ucb` is its computable form for Bernoulli rewards.',
      },
      {
        key: 'PA-NCB-PF:02',
        reference: 'Auer, Cesa-Bianchi and Fischer 2002',
        policies: ['ucb1', 'ucb-tuned'],
      },
      { key: 'kl-ucb', reference: 'Garivier and Cappé 2011', policies: ['kl-ucb'] },
      {
        key: 'nonstochastic',
        reference: 'Auer, Cesa-Bianchi, Freund and Schapire 2002',
        policies: ['exp3', 'exp3s'],
      },
      {
        key: 'kocsis2006discounted',
        reference: 'Kocsis and Szepesvári 2006',
        policies: ['d-ucb'],
        note: 'They proposed discounted UCB. The widths are those of the paper.',
      },
      {
        key: 'AG-EM:08',
        reference: 'Garivier and Moulines 2008',
        policies: ['d-ucb', 'sw-ucb'],
      },
      {
        key: 'LW-VS:17i',
        reference: 'Wei and Srivastava 2018',
        policies: ['lm-dsee', 'sw-ucb-sharp'],
      },
      {
        key: 'hartland2007change',
        reference: 'Hartland, Baskiotis, Gelly, Sebag and Teytaud 2007',
        policies: ['adapt-eve'],
      },
      {
        key: 'liu2018change',
        reference: 'Liu, Lee and Shroff 2018',
        policies: ['cusum-ucb', 'pht-ucb'],
      },
      {
        key: 'besson2019generalized',
        reference: 'Besson, Kaufmann, Maillard and Seznec 2019',
        policies: ['glr-klucb'],
      },
      { key: 'cao2019nearly', reference: 'Cao, Wen, Kveton and Xie 2019', policies: ['m-ucb'] },
      { key: 'mellor2013thompson', reference: 'Mellor and Shapiro 2013', policies: ['cts'] },
      { key: 'Rexp3', reference: 'Besbes, Gur and Zeevi 2014', policies: ['rexp3'] },
      {
        key: 'besbes2019optimal',
        reference: 'Besbes, Gur and Zeevi 2019',
        policies: ['exp3s'],
        note: 'Exp3.S with a rate tuned to V.',
      },
      { key: 'raj2017taming', reference: 'Raj and Kalyani 2017', policies: ['dts'] },
      { key: 'MOSS', reference: 'Audibert and Bubeck 2009', policies: ['moss'] },
      { key: 'wei2020minimax', reference: 'Wei and Srivastava 2020', policies: ['rmoss'] },
    ],
  },
  {
    title: 'Problems and lower bounds',
    citations: [
      {
        key: 'robbins1952',
        reference: 'Robbins 1952',
        environments: ['stationary'],
        note: 'The problem and its regret, which every table reports.',
      },
      {
        key: 'burnetas1996optimal',
        reference: 'Burnetas and Katehakis 1996',
        note: 'A lower bound for stationary means, with no rule to run. `kl-ucb` attains it for Bernoulli rewards.',
      },
      {
        key: 'auer1995gambling',
        reference: 'Auer, Cesa-Bianchi, Freund and Schapire 1995',
        note: 'The lower bound √(K T)/20 for V = 0. `driftline bounds` prints the upper bounds.',
      },
      {
        key: 'mannor2004sample',
        reference: 'Mannor and Tsitsiklis 2004',
        environments: ['switching'],
        note: 'A lower bound for one better arm. The environment repeats this instance in epochs.',
      },
    ],
  },
  {
    title: 'Proofs',
    citations: [
      { key: 'WH:63', reference: 'Hoeffding 1963', note: PROOF },
      { key: 'bubeck2010bandits', reference: 'Bubeck 2010', note: PROOF },
      { key: 'fan2012hoeffding', reference: 'Fan, Grama and Liu 2012', note: PROOF },
    ],
  },
  {
    title: 'Applications',
    citations: [
      {
        key: 'alaya2008dynamic',
        reference: 'Alaya-Feki, Moulines and Le Cornec 2008',
        policies: ['d-ucb', 'sw-ucb'],
        environments: ['piecewise'],
        note: 'One radio looks for a free channel, with discounted or windowed UCB.',
      },
      {
        key: 'anandkumar2011distributed',
        reference: 'Anandkumar, Michael, Tang and Swami 2011',
        fleets: ['rhorand'],
        note: 'Several radios that cannot communicate look for free channels.',
      },
      {
        key: 'LI2020109015',
        reference: 'Li, Hu and Li 2020',
        note: 'A company asks a set of households at a time to use less electricity. Driftline picks one arm per decision, so it has no counterpart.',
      },
      {
        key: '7447007',
        reference: 'Kalathil and Rajagopal 2015',
        note: 'Electricity again, with the same difference: a set of households per slot.',
      },
      {
        key: 'JRK-AK-PT:78',
        reference: 'Krebs, Kacelnik and Taylor 1978',
        environments: ['stationary'],
        note: `${APPLICATION} Birds choose between two feeding places.`,
      },
      {
        key: 'VS-PR-NEL:13',
        reference: 'Srivastava, Reverdy and Leonard 2013',
        note: `${APPLICATION} Foraging, with a cost of travel between places. Driftline has no costs of switching.`,
      },
      {
        key: 'VS-PR-NEL:14',
        reference: 'Srivastava, Reverdy and Leonard 2014',
        environments: ['piecewise'],
        note: `${APPLICATION} A robot watches places whose means jump. Its Bayesian policies are not built.`,
      },
      {
        key: 'baykal2017persistent',
        reference: 'Baykal, Rosman, Claici and Rus 2017',
        note: `${APPLICATION} A robot travels between places and observes events. Driftline does not plan routes.`,
      },
      {
        key: 'MYC-JL-FSH:13',
        reference: 'Cheung, Leighton and Hover 2013',
        note: `${APPLICATION} A relay moves under water, at a cost of switching, which Driftline does not have.`,
      },
      {
        key: 'agarwal2009online',
        reference: 'Agarwal, Chen and Elango 2009',
        note: `${APPLICATION} Content is recommended by facts about each request. Their models are not built. Driftline has other policies with contexts.`,
      },
      {
        key: 'li2010contextual',
        reference: 'Li, Chu, Langford and Schapire 2010',
        contextualPolicies: ['linucb'],
        note: 'Their model per arm is the form `arms`. Their hybrid model is the form `actions` with crossed features.',
      },
      {
        key: 'albert2002statistical',
        reference: 'Albert and Barabási 2002',
        laws: ['pareto', 'student-t'],
        note: 'Heavy tails in social networks.',
      },
      {
        key: 'vidyasagar2010law',
        reference: 'Vidyasagar 2010',
        laws: ['pareto', 'student-t'],
        note: 'Heavy tails in financial markets.',
      },
    ],
  },
];

/** Citations that occur only in commented-out lines of the source. */
export const COMMENTED: readonly Citation[] = [
  { key: 'WRT:33', reference: 'Thompson 1933', policies: ['ts'] },
  { key: 'thompson_agrawal', reference: 'Agrawal and Goyal 2012', policies: ['ts'] },
  { key: 'thompson_kaufmann', reference: 'Kaufmann, Korda and Munos 2012', policies: ['ts'] },
  {
    key: 'honda2010asymptotically',
    reference: 'Honda and Takemura 2010',
    policies: ['imed'],
    note: 'Their DMED plays lists of arms. `imed` is their policy of 2015: same limit, simpler rule. DMED itself is not built.',
  },
  {
    key: 'allesiardo2017non',
    reference: 'Allesiardo, Féraud and Maillard 2017',
    policies: ['exp3r'],
  },
  {
    key: 'auer2019adaptively',
    reference: 'Auer, Gajane and Ortner 2019',
    policies: ['adswitch'],
  },
  {
    key: 'chen2019new',
    reference: 'Chen, Lee, Luo and Wei 2019',
    note: 'Ada-ILTCB⁺ and its stationary form ILTCB are not built, because [its tests cannot fail](#ada-iltcb) at any horizon that is played. Driftline measures the variation of means and of hidden parameters, not of distributions.',
  },
  {
    key: 'pmlr-v89-cheung19b',
    reference: 'Cheung, Simchi-Levi and Zhu 2019',
    policies: ['bob'],
    contextualPolicies: ['sw-linucb', 'bob-linucb'],
    note: 'Linear policies with a window, given or chosen by bandit-over-bandit, and the choice between windows for K arms.',
  },
  {
    key: 'slivkins2008adapting',
    reference: 'Slivkins and Upfal 2008',
    note: 'Means that follow Brownian motion. Policies with a window, a discount or resets take `volatility` instead of a budget. The policies of this reference are not built, because we could read only its abstract.',
  },
  {
    key: 'ortner2012regret',
    reference: 'Ortner, Ryabko, Auer and Munos 2012',
    policies: ['whittle', 'myopic'],
    environments: ['channels'],
    note: 'Arms that are Markov chains, with two oracles that know the chains (Liu and Zhao 2010, and Zhao, Krishnamachari and Liu 2008). Their form of UCRL is not built, because [it plans over too many states](#ucrl-for-restless-arms).',
  },
  { key: 'auer2010ucb', reference: 'Auer and Ortner 2010', policies: ['improved-ucb'] },
];
