import { expect, it } from 'vitest';
import { cos, sin } from '/work/main/packages/core/src/math/sin.ts';
import { exp } from '/work/main/packages/core/src/math/exp.ts';
import { ln } from '/work/main/packages/core/src/math/log.ts';
import { pow } from '/work/main/packages/core/src/math/pow.ts';
import * as e from '/work/main/packages/core/test/exact.ts';
const R=()=>Math.random();
function worst(n:number, arg:()=>number, f:(x:number)=>number, g:(x:number)=>e.Exact){let w=0,at=0;for(let i=0;i<n;i++){const x=arg();const err=e.errorInUlps(f(x),g(x));if(!(err<=w)){w=err;at=x}}return `${w} at ${at}`;}
it('q',()=>{
 const N=+(process.env.N??5000);
 const out:string[]=[];
 out.push('ln all '+worst(N,()=>2**(R()*2098-1074),ln,e.exactLn));
 out.push('ln near1 '+worst(N,()=>0.5+R()*1.5,ln,e.exactLn));
 out.push('ln close1 '+worst(N,()=>1+(R()-.5)*2**(-R()*50),ln,e.exactLn));
 out.push('exp all '+worst(N,()=>-745.1+R()*(709.7+745.1),exp,e.exactExp));
 out.push('exp small '+worst(N,()=>(R()*2-1)*2,exp,e.exactExp));
 out.push('exp tiny '+worst(N,()=>(R()*2-1)*2**(-R()*60),exp,e.exactExp));
 out.push('sin '+worst(N,()=>(R()*2-1)*1647099,sin,e.exactSin));
 out.push('sin small '+worst(N,()=>(R()*2-1)*8,sin,e.exactSin));
 out.push('cos small '+worst(N,()=>(R()*2-1)*8,cos,e.exactCos));
 out.push('sin mult '+worst(N,()=>Math.round(R()*2**20)*Math.PI/2,sin,e.exactSin));
 out.push('cos mult '+worst(N,()=>Math.round(R()*2**20)*Math.PI/2,cos,e.exactCos));
 for (const [name,a] of Object.entries({
   wide:()=>{const x=2**(R()*2098-1074);const l=Math.log(x);return [x,(R()*1454-745)/l]},
   mid:()=>[R()*10,R()*20-10], near:()=>{const x=1+(R()-.5)*2**(-R()*45);return [x,(R()*1454-745)/Math.log(x)]},
   near2:()=>[1+(R()-.5)*2**(-R()*20),(R()-.5)*200], gpd:()=>[R(),-.4],
 })){ let w=0,at:number[]=[]; for(let i=0;i<N;i++){const [x,y]=a();if(x===1)continue;const v=pow(x,y);if(v===Infinity)continue;const err=e.errorInUlps(v,e.exactPow(x,y));if(!(err<=w)){w=err;at=[x,y]}} out.push(`pow ${name} ${w} at ${at}`);}
 console.log(out.join('\n'));
});
