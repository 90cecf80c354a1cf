/** What stands behind "More": the other parameters, the formula, and where a policy comes from. */
import { type PolicyDefinition, type PolicyParameter } from '@driftline/core';
import { acceptedNumbers } from '@driftline/core/spec';
import { definedStanding, standingWords } from '@driftline/engine/display';
import { NumberInput } from './number.tsx';
import { isTuned } from './parameters.ts';
import { shortValue } from './scale.ts';

/** A parameter, what the spec gives for it, and what it is without that. */
interface ParameterState {
  readonly parameter: PolicyParameter;
  readonly given: string | undefined;
  readonly theory: number | undefined;
}

/** `theory: 0.16`, `default: 1`, or that there is none. */
function ownText({ parameter, theory }: ParameterState): string {
  if (theory === undefined) return 'not set';
  return `${isTuned(parameter) ? 'theory' : 'default'}: ${shortValue(parameter, theory)}`;
}

/** Limits beyond this are the machine's, not the policy's. */
const MOST_SHOWN = 1_000_000;

/** What a number may be, with the signs that people use. */
function limitsText({ most, ...parameter }: PolicyParameter): string {
  const limited = most !== undefined && most <= MOST_SHOWN ? { ...parameter, most } : parameter;
  return acceptedNumbers(limited).replaceAll('>=', '≥').replaceAll('<=', '≤');
}

function ParameterField(props: {
  id: string;
  label: string;
  state: ParameterState;
  take: (value: number | undefined) => void;
}) {
  const { id, label, state, take } = props;
  const { parameter, given, theory } = state;
  const own = theory === undefined ? '' : shortValue(parameter, theory);
  return (
    <div class="policy-field">
      <label for={id}>
        <i>{parameter.symbol}</i> <span>{parameter.summary}</span>
      </label>
      <NumberInput
        id={id}
        text={given ?? own}
        {...(own === '' ? { placeholder: '–' } : {})}
        take={(value) => take(value === theory ? undefined : value)}
      />
      <p class="small">
        {limitsText(parameter)} ·{' '}
        {given === undefined ? (
          ownText(state)
        ) : (
          <button class="link" type="button" onClick={() => take(undefined)}>
            {ownText(state)}
            <span class="hidden-text">
              , back to it for {parameter.symbol} of {label}
            </span>
          </button>
        )}
      </p>
    </div>
  );
}

function About({ definition }: { definition: PolicyDefinition }) {
  const standing = definedStanding(definition);
  const facts: readonly (readonly [string, string])[] = [
    ['Formula', definition.formula],
    ['Guarantee', definition.guarantee],
    ['Cost', definition.cost],
    ['Reference', definition.reference],
    ...(standing === 'confirmed'
      ? []
      : ([['Status', `${standing}: ${standingWords[standing]}`]] as const)),
  ];
  return (
    <dl class="policy-facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function PolicyMore(props: {
  id: string;
  label: string;
  definition: PolicyDefinition;
  states: readonly ParameterState[];
  take: (name: string, value: number | undefined) => void;
}) {
  const { id, label, definition, states, take } = props;
  return (
    <div class="policy-more" id={`${id}-more`}>
      <p class="small">{definition.summary}</p>
      {states.map((state) => (
        <ParameterField
          key={state.parameter.id}
          id={`${id}-${state.parameter.id}`}
          label={label}
          state={state}
          take={(value) => take(state.parameter.id, value)}
        />
      ))}
      <About definition={definition} />
    </div>
  );
}
